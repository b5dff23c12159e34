/**
 * The line inherits the page's font and colours; the dialog takes the font only,
 * at the page's own size, and the browser's colours, which follow the page's
 * `color-scheme`.
 */
export const css = `
:host{display:block}
:host([hidden]){display:none!important}
button{font:inherit;color:var(--instalment-accent,inherit);background:none;border:0;border-radius:var(--instalment-radius,.25rem);margin:0;padding:.25em 0;text-align:inherit;text-decoration:underline;cursor:pointer;min-height:24px}
button:focus-visible{outline:2px solid;outline-offset:1px}
dialog{box-sizing:border-box;width:min(32rem,calc(100% - 2rem));max-height:calc(100% - 2rem);overflow:auto;font-size:1rem;font-weight:400;line-height:1.5;letter-spacing:normal;text-transform:none;text-align:start;white-space:normal;color:var(--instalment-color,CanvasText);background:var(--instalment-background,Canvas);border:1px solid var(--instalment-border,GrayText);border-radius:var(--instalment-radius,.5rem);padding:0}
dialog>div{padding:1.25rem}
dialog::backdrop{background:#0008}
.head{display:flex;gap:1rem;align-items:start;justify-content:space-between}
h2{font-size:1.25em;margin:0}
table{border-collapse:collapse;width:100%}
caption{font-weight:bold;text-align:start}
th,td{text-align:start;padding:.4em .5em .4em 0;border-bottom:1px solid var(--instalment-border,GrayText);font-variant-numeric:tabular-nums}
li{margin-block:.35em}
`
