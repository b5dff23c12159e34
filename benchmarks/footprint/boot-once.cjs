// Boots the store of the folder it is started in, and prints what that took.
const express = require("express")
const load = require("@medusajs/medusa/loaders/index").default

load({ directory: process.cwd(), expressApp: express() })
  .then(() => {
    const { user, system } = process.cpuUsage()
    // From the start of the process: reading the code is a part of it.
    const ms = performance.now()
    const answer = JSON.stringify({ ms, processor: (user + system) / 1_000 })
    process.stdout.write(`${answer}\n`, () => process.exit(0))
  })
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
