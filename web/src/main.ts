import "./keyboard";
import "./style.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferredLanguage, speak } from "./text.svelte";

// Where the catalogue of a language cannot be loaded, the page is in English.
void speak(preferredLanguage())
  .catch(() => {})
  .then(() => mount(App, { target: document.getElementById("app")! }));

// A new client is taken at the next visit: nothing reloads a page in the middle of a game.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {})); // a comfort, no more
