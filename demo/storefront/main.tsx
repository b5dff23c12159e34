import { createRoot } from "react-dom/client"
import { Shop } from "./shop/shop"
import "./styles/index.css"

createRoot(document.getElementById("shop")!).render(<Shop />)
