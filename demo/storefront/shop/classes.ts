/** The shop's looks for the parts of the plugin's components. */
export const classes = {
  action: "primary",
  button: "primary",
  earlier: "notice",
  error: "notice bad",
  frame: "payment-frame",
  note: "fine",
  progress: "progress",
}
