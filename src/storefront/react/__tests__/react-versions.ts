/// <reference lib="dom" />
import type * as Components from "../index.js"

/** The versions of React that the components are promised for. */
export const VERSIONS = ["18", "19"] as const

const NINETEEN = "react-19/node_modules"

/** One version of React, and the components as they are with it. */
export function withReact(version: (typeof VERSIONS)[number]) {
  const from = version === "19" ? `${NINETEEN}/` : ""
  const loaded: Partial<Loaded> = {}
  jest.isolateModules(() => {
    if (version === "19") {
      jest.doMock("react", () => require(`${NINETEEN}/react`))
      jest.doMock("react/jsx-runtime", () =>
        require(`${NINETEEN}/react/jsx-runtime`)
      )
    }
    loaded.react = require(`${from}react`)
    loaded.dom = require(`${from}react-dom/client`)
    loaded.server = require(`${from}react-dom/server`)
    loaded.components = require("../index.js")
    jest.dontMock("react")
    jest.dontMock("react/jsx-runtime")
  })
  return loaded as Loaded
}

type Loaded = {
  react: typeof import("react")
  dom: typeof import("react-dom/client")
  server: typeof import("react-dom/server")
  components: typeof Components
}
