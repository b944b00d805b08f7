/** The shapes of the protocol, as the server describes them; src/protocol.ts is generated from protocol.json. */

import type { components } from "./protocol";

type Shapes = components["schemas"];

export type Text = Shapes["Translations"];
export type Catalogue = Shapes["Catalogue"];
export type Bot = Shapes["CatalogueBot"];
export type Game = Shapes["CatalogueGame"];
export type Card = Shapes["CatalogueCard"];
export type Menu = Shapes["CatalogueMenu"];
export type Course = Shapes["CatalogueCourse"];
export type TableMessage = Shapes["TableMessage"];
export type Public = Shapes["TableInfo"];
export type Seat = Shapes["TableSeat"];
export type View = Shapes["SeatView"];
export type Choice = Shapes["ViewChoice"];
export type Line = Shapes["ScoreSheetLine"];
export type Place = Shapes["OutcomePlace"];
export type Outcome = Shapes["GameOutcome"];
export type Opened = Shapes["OpenedTable"];
export type Open = Shapes["OpenTable"];
export type Message = Shapes["ServerMessage"];
export type Emoted = Shapes["EmoteMessage"];
export type Hint = Shapes["HintAdvice"];
export type Help = Shapes["HintUse"];
export type Ack = Shapes["AckMessage"];
export type Refusal = Shapes["ErrorMessage"];
export type Option = Shapes["CatalogueOption"];
export type Score = Shapes["ScoreResult"];
export type Counted = Shapes["PlayerScore"];
export type Count = Shapes["PointsSoFar"];
export type Replay = Shapes["GameReplay"];
export type Analysis = Shapes["GameAnalysis"];
export type AnalysisState = Shapes["AnalysisStatus"];
export type Pick = Shapes["PickReview"];
export type Frame = Shapes["ReplayFrame"];
export type Cards = Record<string, number>;
