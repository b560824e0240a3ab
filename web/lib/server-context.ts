import { createContext } from 'react-router'
import type { createClient } from '#contract/client.ts'
import type { Me } from '#contract/users.ts'
import type { Brand } from '#brands/index.ts'
import type { Language } from './language.ts'

export type ServerCall = ReturnType<typeof createClient>

/** What the server knows about the request of a page. */
export interface ServerRequest {
  /** Calls the API in the same process, with the asker's session. */
  call: ServerCall
  /** Whether the request carries a session token. */
  hasToken: boolean
  /** For inline scripts, by the Content-Security-Policy. */
  nonce: string
  /** Of the address. */
  language: Language
  /** Those that this installation offers. */
  languages: readonly Language[]
  /** The answer is kept and sent to others who are signed out. */
  isShared: boolean
}

export const serverRequestContext = createContext<ServerRequest>()
export const brandContext = createContext<Brand>()
/** In which the page is written. */
export const languageContext = createContext<Language>()
/** Who asks; null when signed out. */
export const meContext = createContext<Me | null>()
