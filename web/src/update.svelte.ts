/** Whether this page is of another version than the server. */

import { info } from "../protocol.json";

/** The version of the protocol that this page speaks. */
export const PROTOCOL: string = info.version;

/** Set once the server has refused this page as outdated: it must be reloaded. */
export const update = $state({ isNeeded: false });
