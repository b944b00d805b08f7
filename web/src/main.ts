import "./keyboard";
import "./style.css";

import { mount } from "svelte";

import App from "./App.svelte";

export default mount(App, { target: document.getElementById("app")! });

// A new client is taken at the next visit: nothing reloads a page in the middle of a game.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {})); // a comfort, no more
