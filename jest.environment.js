const vm = require("node:vm")
const { TestEnvironment } = require("jest-environment-node")

/** The contexts that stand for the process's own one. */
const own = new WeakSet()
const { runInContext } = vm.Script.prototype
vm.Script.prototype.runInContext = function (context, options) {
  return own.has(context)
    ? this.runInThisContext(options)
    : runInContext.call(this, context, options)
}
// ES modules too, so that there is one Array for all.
for (const name of ["SourceTextModule", "SyntheticModule"]) {
  const Module = vm[name]
  vm[name] =
    Module &&
    class extends Module {
      constructor(...args) {
        const { context, ...options } = args.pop()
        super(...args, own.has(context) ? options : { context, ...options })
      }
    }
}

/**
 * Runs a test file in the process's own context. In one of node:vm, where Jest
 * runs it otherwise, every use of a global goes through an interceptor, which
 * makes Medusa a seventh slower. What a file leaves in the globals and in
 * `process.env` is put back after it.
 */
module.exports = class OwnContext extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const global = globalThis
    const { projectConfig } = config
    own.add(this.context)
    this.global = global
    this.moduleMocker = new this.moduleMocker.constructor(global)
    this.fakeTimersModern.dispose()
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: projectConfig,
      global,
    })
    this.found = {
      globals: Object.getOwnPropertyDescriptors(global),
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
