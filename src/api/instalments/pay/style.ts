/** The page's style. The hash of exactly this text is in the page's policy. */
export const STYLE = `
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 32rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem;
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: #1f2328; background: #f6f7f8;
}
header { padding-bottom: 1rem; font-weight: 600; overflow-wrap: anywhere; }
main {
  padding: 1.75rem 1.5rem; background: #fff;
  border: 1px solid #d5d9dd; border-radius: 12px;
}
h1 { font-size: 1.5rem; line-height: 1.25; }
p, form { margin-top: 1rem; }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; }
.note { padding: .75rem 1rem; background: #eef2f6; border-radius: 8px; }
.small { font-size: .9375rem; color: #4a525a; }
a { color: #0a58a8; }
p > a { display: inline-block; padding: .375rem 0; }
button {
  display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1rem;
  font: inherit; font-weight: 600; color: #fff; background: #1f2328;
  border: 0; border-radius: 8px; cursor: pointer;
}
button:hover { background: #3a4149; }
:focus-visible { outline: 3px solid #0a58a8; outline-offset: 3px; }
`
