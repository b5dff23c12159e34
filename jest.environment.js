const { TestEnvironment } = require("jest-environment-node")

/**
 * Gives a test file the globals of the process, see `jest.runtime.js`. What the
 * file leaves in them and in `process.env` is put back after it.
 */
module.exports = class OwnGlobals extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const { projectConfig } = config
    this.global = globalThis
    this.moduleMocker = new this.moduleMocker.constructor(globalThis)
    this.fakeTimersModern.dispose()
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: projectConfig,
      global: globalThis,
    })
    this.found = {
      globals: Object.getOwnPropertyDescriptors(globalThis),
      env: { ...process.env },
      exit: process.exit,
      stackTraceLimit: Error.stackTraceLimit,
    }
    // As many lines as Jest asks for in a context of its own.
    Error.stackTraceLimit = 100
  }

  async teardown() {
    await super.teardown()
    const { globals, env, exit, stackTraceLimit } = this.found
    for (const name of Reflect.ownKeys(globalThis)) {
      if (Object.hasOwn(globals, name)) {
        Reflect.defineProperty(globalThis, name, globals[name])
      } else {
        Reflect.deleteProperty(globalThis, name)
      }
    }
    for (const name of Object.keys(process.env)) {
      if (!(name in env)) {
        delete process.env[name]
      }
    }
    Object.assign(process.env, env)
    process.exit = exit
    Error.stackTraceLimit = stackTraceLimit
  }
}
