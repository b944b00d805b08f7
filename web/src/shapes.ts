/** The shapes of the protocol, as the server describes them; src/protocol.ts is generated from protocol.json. */

import type { components } from "./protocol";

type Shapes = components["schemas"];

export type Text = Shapes["Translations"];
export type Catalogue = Shapes["Catalogue"];
export type Bot = Shapes["Bot"];
export type Game = Shapes["CatalogueGame"];
export type Card = Shapes["Card"];
export type Menu = Shapes["Menu"];
export type Course = Shapes["Course"];
export type TableMessage = Shapes["Table"];
export type Public = Shapes["Public"];
export type Seat = Shapes["Seat"];
export type View = Shapes["View"];
export type Choice = Shapes["Choice"];
export type Line = Shapes["Line"];
export type Place = Shapes["Place"];
export type Outcome = Shapes["Outcome"];
export type Opened = Shapes["Opened"];
export type Open = Shapes["Open"];
export type Message = Shapes["Message"];
export type Emoted = Shapes["Emoted"];
export type Hint = Shapes["Advice"];
export type Help = Shapes["Help"];
export type Ack = Shapes["Ack"];
export type Refusal = Shapes["Error"];
export type Option = Shapes["Option"];
export type Score = Shapes["Score"];
export type Counted = Shapes["Counted"];
export type Count = Shapes["Count"];
export type Replay = Shapes["Replay"];
export type Analysis = Shapes["Analysis"];
export type AnalysisState = Shapes["AnalysisState"];
export type Pick = Shapes["Pick"];
export type Frame = Shapes["Frame"];
export type Cards = Record<string, number>;
