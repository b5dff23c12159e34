/// <reference types="vite/client" />

// The dashboard's bundler puts these in place of the names.
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined
/** Where the dashboard lives on its host, like `/app`. */
declare const __BASE__: string | undefined
