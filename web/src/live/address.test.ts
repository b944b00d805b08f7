import { expect, it } from "vitest";

import { info } from "../../protocol.json";
import { socketAddress } from "./address";

const table = { code: "K7QX2M", language: "fr", watching: false, since: null };

it("is a WebSocket at the page's host", () => {
  const address = socketAddress(new URL("http://house:8000/t/K7QX2M?x#y"), table);
  expect(address.href).toBe(
    `ws://house:8000/api/tables/K7QX2M/live?protocol=${info.version}&lang=fr&deals=1`,
  );
});

it("is encrypted if the page is, watches, and continues from a version", () => {
  const address = socketAddress(new URL("https://house/"), { ...table, watching: true, since: 0 });
  expect(address.href).toBe(
    `wss://house/api/tables/K7QX2M/live?protocol=${info.version}&lang=fr&watch=1&since=0`,
  );
});
