import { describe, expect, it } from "vitest";

import { components } from "../protocol.json";
import { isLasting, isOutdated, isTransient, type ProblemCode } from "./errors";

const codes = [...components.schemas.ErrorCode.enum, "unreachable"] as ProblemCode[];

describe("error codes", () => {
  it("are transient when the same request may succeed in a moment", () => {
    expect(codes.filter(isTransient)).toEqual(["busy", "too-many", "unreachable"]);
  });

  it("are lasting when a connection would be refused again", () => {
    expect(codes.filter(isLasting)).toEqual(["not-yours", "outdated", "unknown-table"]);
  });

  it("ask for a reload when the page is of another version", () => {
    expect(codes.filter(isOutdated)).toEqual(["outdated"]);
  });
});
