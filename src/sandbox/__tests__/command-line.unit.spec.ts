import { readArguments, startSandboxFromArguments } from "../cli"
import { start } from "./sandbox-client"

describe("the command line", () => {
  it("has defaults for everything", () => {
    expect(readArguments([], {})).toEqual({
      port: 4010,
      clientSecret: ["sandbox-client-secret"],
      signingSecret: ["sandbox-signing-secret"],
      approval: "automatic",
      file: undefined,
    })
  })

  it("prefers the argument to the environment", () => {
    const env = {
      PORT: "5000",
      INSTALMENTS_CLIENT_SECRET: "a",
      INSTALMENTS_SIGNING_SECRET: "b",
      INSTALMENTS_SIGNING_SECRET_OLD: "c",
      INSTALMENTS_REFUND_APPROVAL: "manual",
    }
    expect(readArguments(["--port", "6000"], env).port).toBe(6000)
    expect(readArguments(["--port=6001"], env).port).toBe(6001)
    expect(readArguments([], { ...env, DEMO_SANDBOX_PORT: "7000" }).port).toBe(
      7000
    )
    expect(readArguments([], env)).toMatchObject({
      port: 5000,
      clientSecret: ["a"],
      signingSecret: ["b", "c"],
      approval: "manual",
    })
  })

  it("says what is wrong with a port or an approval", () => {
    expect(() => readArguments(["--port", "many"], {})).toThrow(/port/)
    expect(() => readArguments(["--port"], {})).toThrow(/port/)
    const env = { INSTALMENTS_REFUND_APPROVAL: "maybe" }
    expect(() => readArguments([], env)).toThrow(/automatic or manual/)
  })

  it("names its arguments when one is unknown", () => {
    for (const argv of [["--prot", "6000"], ["6000"], ["--file"]]) {
      expect(() => readArguments(argv, {})).toThrow(
        /'(--prot|6000|--file .*)'.* The sandbox takes --port N and --file FILE/
      )
    }
    expect(readArguments(["--file=state.json"], {}).file).toBe("state.json")
  })

  it("says what to do when the port is in use", async () => {
    const said = jest.spyOn(console, "error").mockImplementation(() => {})
    const other = await start()
    const argv = ["--port", String(other.port)]
    expect(await startSandboxFromArguments(argv)).toBeUndefined()
    expect(said.mock.calls[0]?.[0]).toMatch(
      new RegExp(`Port ${other.port} is in use.*--port ${other.port + 1}`)
    )
    process.exitCode = 0
    said.mockRestore()
    await other.close()
  })
})
