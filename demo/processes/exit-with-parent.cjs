// Loaded into every process of the demo: when the one that started it is killed
// without a chance to stop anything, its processes must not stay behind.
if (process.channel) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 3_000).unref()
  })
  process.channel.unref()
}
