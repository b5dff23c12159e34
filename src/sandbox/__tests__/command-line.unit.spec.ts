import { readArguments, startSandboxFromArguments } from "../cli"
import { start } from "./sandbox-client"

describe("the command line", () => {
  it("has defaults for everything", () => {
    expect(readArguments([], {})).toEqual({
      port: 4010,
      clientSecret: ["sandbox-client-secret"],
      signingSecret: ["sandbox-signing-secret"],
      settings: { approval: "automatic" },
      file: undefined,
      host: undefined,
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
    const demo = { ...env, DEMO_SANDBOX_PORT: "7000" }
    expect(readArguments([], demo).port).toBe(7000)
    expect(
      readArguments(["--file=state.json", "--host", "sandbox"], env)
    ).toMatchObject({
      host: "sandbox",
      port: 5000,
      clientSecret: ["a"],
      signingSecret: ["b", "c"],
      settings: { approval: "manual" },
      file: "state.json",
    })
  })

  it("says why it cannot start", async () => {
    const said = jest.spyOn(console, "error").mockImplementation(() => {})
    const other = await start()
    for (const argv of [
      ["--prot", "6000"],
      ["--port", "many"],
      ["--port", String(other.port)],
    ]) {
      expect(await startSandboxFromArguments(argv)).toBeUndefined()
    }
    expect(said.mock.calls.flat()).toEqual([
      expect.stringContaining("--prot"),
      expect.stringContaining("port"),
      expect.stringContaining(`in use 127.0.0.1:${other.port}`),
    ])
    process.exitCode = 0
    said.mockRestore()
    await other.close()
  })
})
