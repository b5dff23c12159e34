/** What the command line can do, for somebody who asked or mistyped. */
export const USAGE = `Usage: npx medusa-payment-instalments <command>

  init      puts the plugin's variables into the store in this folder, and prints
            the lines for its medusa-config
              --sandbox       fills in what the sandbox of this package takes
              --zar           migrates, and makes a region in rand with VAT and
                              delivery, where the store has none
              --yes           does not ask
              --directory DIR where medusa-config is, if not here
  storefront [DIR]
            makes one of Medusa's Next.js starters in DIR sell in instalments
              --yes           does not ask
  sandbox   runs a stand-in for the instalment service on this machine
              --port N          its port (4010)
              --host NAME       a name that other machines and containers call it by
              --file FILE       keeps its state in FILE between starts
  doctor    checks the set-up of the store in this folder, and the service
              --json            prints JSON instead of a table
              --directory DIR   where medusa-config is, if not here`
