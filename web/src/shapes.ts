/** The types of the protocol. src/protocol.ts is generated from protocol.json; this is the only
 * module that uses its names, so that a schema can be renamed in one place. */

import type { components } from "./protocol";

type Shapes = components["schemas"];

export type Text = Shapes["Text"];
export type Catalogue = Shapes["Catalogue"];
export type Bot = Shapes["Bot"];
export type Game = Shapes["CatalogueGame"];
export type Card = Shapes["Card"];
export type Menu = Shapes["Menu"];
export type Course = Shapes["Course"];
export type TableMessage = Shapes["Table"];
export type PublicTable = Shapes["Public"];
export type Seat = Shapes["Seat"];
export type View = Shapes["View"];
export type Choice = Shapes["Choice"];
export type SheetLine = Shapes["Line"];
export type RankedPlayer = Shapes["Place"];
export type Outcome = Shapes["Outcome"];
export type OpenResponse = Shapes["Opened"];
export type OpenRequest = Shapes["Open"];
export type Message = Shapes["Message"];
export type EmoteMessage = Shapes["Emoted"];
export type Hint = Shapes["Advice"];
export type Help = Shapes["Help"];
export type Ack = Shapes["Ack"];
export type ErrorMessage = Shapes["Error"];
export type Option = Shapes["Option"];
export type Score = Shapes["Score"];
export type PlayerScore = Shapes["Counted"];
export type TableCount = Shapes["Count"];
export type Replay = Shapes["Replay"];
export type Analysis = Shapes["Analysis"];
export type AnalysisState = Shapes["AnalysisState"];
export type AnalysedPick = Shapes["Pick"];
export type Frame = Shapes["Frame"];
export type Cards = Record<string, number>;
