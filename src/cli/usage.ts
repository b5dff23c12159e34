/** What the command line can do, for somebody who asked or mistyped. */
export const USAGE = `Usage: npx medusa-payment-instalments <command>

  sandbox   runs a stand-in for the instalment service on this machine
              --port N          its port (4010)
              --file FILE       keeps its state in FILE between starts
  doctor    checks the set-up of the store in this folder, and the service
              --json            prints JSON instead of a table
              --directory DIR   where medusa-config is, if not here`
