/** The brand's own style; nothing is loaded from elsewhere. */
export const STYLE = `
:root {
  --ink: #1d2a2b; --soft: #5d6b6b; --line: #dcd9cf; --paper: #f6f4ee;
  --brand: #0f5257; --brand-dark: #0a3d41; --wrong: #b3261e;
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body {
  background: var(--paper); color: var(--ink); min-height: 100vh;
  display: flex; flex-direction: column;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header, footer, .columns {
  width: 100%; max-width: 1000px; margin: 0 auto; padding: 0 20px;
}
header {
  display: flex; justify-content: space-between; align-items: center;
  padding-top: 20px; padding-bottom: 20px;
}
.brand {
  display: flex; align-items: center; gap: 8px; font-weight: 700;
  font-size: 21px; letter-spacing: -.02em; color: var(--brand);
}
.secure {
  display: flex; align-items: center; gap: 6px; font-size: 14px;
  color: var(--soft);
}
.columns {
  display: grid; gap: 32px; align-items: start; align-content: start;
  flex: 1;
  grid-template-columns: minmax(0, 1fr) 340px; padding-top: 12px;
}
.columns > .flow:only-child { max-width: 520px; grid-column: 1 / -1;
  width: 100%; margin: 4vh auto 0; }
footer { padding-top: 40px; padding-bottom: 24px; font-size: 13px;
  color: var(--soft); text-align: center; }
.panel, .summary {
  background: #fff; border: 1px solid var(--line); border-radius: 14px;
}
.panel { padding: 28px; }
h1 { font-size: 26px; line-height: 1.2; letter-spacing: -.02em; }
.lead { margin: 8px 0 24px; color: var(--soft); }
.lead .amount { color: var(--ink); font-weight: 600; }
.amount { white-space: nowrap; font-variant-numeric: tabular-nums; }

.progress { display: flex; gap: 8px; list-style: none; margin-bottom: 16px; }
.progress li { flex: 1; padding-top: 8px; font-size: 13px; color: var(--soft);
  border-top: 3px solid var(--line); }
.progress .done { border-color: var(--brand); }
.progress .open { border-color: #e2725b; color: var(--ink); font-weight: 600; }

.answer { display: flex; justify-content: space-between; gap: 16px;
  align-items: center; padding: 10px 4px; margin-bottom: 8px;
  border-bottom: 1px solid var(--line); }
.answer + .panel { margin-top: 16px; }
.answer small { display: block; color: var(--soft); font-size: 13px; }
a, .link { color: var(--brand); text-underline-offset: 3px; }

.field { margin-bottom: 18px; }
label, legend { font-weight: 600; }
.field label { display: block; }
.hint { font-size: 14px; color: var(--soft); }
.field input {
  width: 100%; min-height: 50px; margin-top: 6px; padding: 10px 14px;
  font: inherit; font-size: 17px; color: inherit; background: #fff;
  border: 1px solid #8b9696; border-radius: 9px;
}
.field input::placeholder { color: #9aa3a3; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.is-wrong input:not([type="radio"]) { border-color: var(--wrong);
  box-shadow: inset 0 0 0 1px var(--wrong); }
.error { margin-top: 6px; font-size: 14px; font-weight: 500;
  color: var(--wrong); }
:focus-visible { outline: 3px solid #e2a33b; outline-offset: 2px; }

.terms { border: 0; margin-bottom: 20px; }
.terms legend { margin-bottom: 8px; }
.term { display: flex; gap: 14px; align-items: center; padding: 14px 16px;
  margin-bottom: 10px; border: 1px solid #b9c0be; border-radius: 10px;
  cursor: pointer; font-weight: 400; }
.term:hover { border-color: var(--brand); }
.term:has(:checked) { border-color: var(--brand); background: #eef5f4;
  box-shadow: inset 0 0 0 1px var(--brand); }
.term input { width: 20px; height: 20px; accent-color: var(--brand);
  flex: none; }
.plan { display: block; font-size: 15px; color: var(--soft); }

.primary {
  display: block; width: 100%; min-height: 52px; padding: 12px 20px;
  font: inherit; font-size: 17px; font-weight: 600; text-align: center;
  text-decoration: none; color: #fff; background: var(--brand); border: 0;
  border-radius: 9px; cursor: pointer;
}
.primary:hover { background: var(--brand-dark); }
.primary[aria-busy] { opacity: .7; cursor: progress; }
.link { border: 0; background: none; font: inherit; cursor: pointer;
  text-decoration: underline; text-align: start; padding: 8px 0; }
.leave { display: flex; justify-content: space-between; align-items: center;
  gap: 16px; margin-top: 12px; font-size: 15px; }
.time { color: var(--soft); font-size: 14px; white-space: nowrap;
  font-variant-numeric: tabular-nums; }

.test-cards { margin-top: 20px; padding-top: 14px; font-size: 14px;
  border-top: 1px dashed var(--line); color: var(--soft); }
.test-cards summary { cursor: pointer; }
.test-cards div { display: flex; flex-wrap: wrap; gap: 2px 12px;
  margin-top: 6px; }
.test-cards dt { font-variant-numeric: tabular-nums; color: var(--ink); }
.test-cards p { margin-top: 8px; }
.bank { margin: -28px -28px 22px; padding: 12px 28px; font-size: 14px;
  font-weight: 600; color: #fff; background: #2f3e63;
  border-radius: 13px 13px 0 0; }

.summary { padding: 20px 22px; }
.summary summary { display: flex; justify-content: space-between; gap: 16px;
  font-weight: 600; list-style: none; pointer-events: none; }
.summary summary::-webkit-details-marker { display: none; }
.summary summary b { display: none; }
.summary ul { list-style: none; margin: 14px 0; font-size: 15px; }
.summary li, .total { display: flex; justify-content: space-between;
  gap: 16px; }
.summary li { padding: 7px 0; }
.summary li span:first-child { overflow-wrap: anywhere; }
.total { padding-top: 14px; border-top: 1px solid var(--line);
  font-size: 18px; }

.columns > .home:only-child { max-width: 760px; margin-top: 0; }
.home h2 { margin: 24px 0 8px; font-size: 18px; }
.home ul { list-style: none; margin-top: 8px; font-size: 15px; }
.home li { padding: 6px 0; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
.home small { display: block; color: var(--soft); }
code { font: 14px ui-monospace, Menlo, Consolas, monospace;
  color: var(--brand-dark); }

@media (max-width: 820px) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 16px;
    padding-top: 0; }
  .summary { order: -1; padding: 14px 18px; }
  .summary summary { pointer-events: auto; cursor: pointer; }
  .summary summary span::after { content: " ▾"; color: var(--soft); }
  .summary details[open] summary span::after { content: " ▴"; }
  .summary summary b { display: inline; }
  .panel { padding: 22px 18px; }
  .bank { margin: -22px -18px 20px; padding: 12px 18px; }
  h1 { font-size: 23px; }
  .total { font-size: 17px; }
}
`
