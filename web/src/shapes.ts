/** The types of the protocol. src/protocol.ts is generated from protocol.json; this is the only
 * module that uses its names, so that a schema can be renamed in one place. */

import type { components } from "./protocol";

type Shapes = components["schemas"];

export type Catalogue = Shapes["Catalogue"];
export type Bot = Shapes["CatalogueBot"];
export type Game = Shapes["CatalogueGame"];
export type Card = Shapes["CatalogueCard"];
export type Extra = Shapes["CatalogueExtra"];
export type Menu = Shapes["CatalogueMenu"];
export type Course = Shapes["CatalogueCourse"];
export type TableMessage = Shapes["TableMessage"];
export type PublicTable = Shapes["TableInfo"];
export type Seat = Shapes["TableSeat"];
export type View = Shapes["SeatView"];
export type Choice = Shapes["ViewChoice"];
export type ChoiceParts = Shapes["ChoiceParts"];
export type SheetLine = Shapes["ScoreSheetLine"];
export type StoryLine = Shapes["StoryLineData"];
export type Majority = Shapes["MajorityCount"];
export type DishLack = Shapes["DishLack"];
export type LaidTable = Shapes["LaidCards"];
export type RankedPlayer = Shapes["OutcomePlace"];
export type Outcome = Shapes["GameOutcome"];
export type OpenResponse = Shapes["OpenedTable"];
export type NetworkState = Shapes["NetworkState"];
export type OpenRequest = Shapes["OpenTable"];
export type Message = Shapes["ServerMessage"];
export type DealMessage = Shapes["DealMessage"];
export type EmoteMessage = Shapes["EmoteMessage"];
export type Hint = Shapes["HintAdvice"];
export type Help = Shapes["HintUse"];
export type Ack = Shapes["AckMessage"];
export type ErrorMessage = Shapes["ErrorMessage"];
export type ErrorCode = Shapes["ErrorCode"];
export type Option = Shapes["CatalogueOption"];
export type Score = Shapes["ScoreResult"];
export type PlayerScore = Shapes["PlayerScore"];
export type TableCount = Shapes["PointsSoFar"];
export type Replay = Shapes["GameReplay"];
export type Analysis = Shapes["GameAnalysis"];
export type AnalysisState = Shapes["AnalysisStatus"];
export type AnalysedPick = Shapes["PickReview"];
export type Frame = Shapes["ReplayFrame"];
export type Cards = Record<string, number>;
