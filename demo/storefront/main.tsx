document.title = "x"
export {}
