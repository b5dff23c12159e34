// Loaded into a store's process before anything else: tells what it costs, and
// samples where its time goes while it is asked to.
const { createServer } = require("node:http")
const { Session } = require("node:inspector/promises")

const session = new Session()
session.connect()

const answers = {
  "/cpu": async () => {
    const { user, system } = process.cpuUsage()
    return { ms: (user + system) / 1_000 }
  },
  "/profile/start": async () => {
    await session.post("Profiler.enable")
    return session.post("Profiler.start")
  },
  "/profile/stop": async () => (await session.post("Profiler.stop")).profile,
}

createServer((request, response) => {
  const answer = answers[request.url] ?? (async () => ({}))
  answer().then(
    (body) => response.end(JSON.stringify(body)),
    (error) => response.writeHead(500).end(String(error))
  )
})
  .listen(Number(process.env.BENCH_PROBE_PORT), "127.0.0.1")
  .unref()
