import { createContext } from 'react'

/** What an inline script of this answer must carry to run; the browser has no need of it any more. */
export const NonceContext = createContext<string | undefined>(undefined)
