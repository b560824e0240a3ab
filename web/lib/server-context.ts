import { createContext } from 'react-router'
import type { Me } from '#contract/users.ts'
import type { Brand } from '#brands/index.ts'
import type { Call } from './calls.ts'
import type { Language } from './language.ts'

/** What stands for a page where its link is shared; pictures are root-relative addresses of the app's own. */
export interface PageCard {
  site: string
  title: string
  icon: string
  picture: string
  /** `#rrggbb` */
  accent: string
}

/** What the server knows about the request of a page. */
export interface ServerRequest {
  /** Calls the API in the same process, with the asker's session. */
  call: Call
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
  /** Where people reach the site, by the settings; the one of a brand's own hosts comes before it. */
  publicUrl: string
  /** Draws a card as a JPEG. */
  drawCard(card: PageCard): Promise<Uint8Array>
}

export const serverRequestContext = createContext<ServerRequest>()
export const brandContext = createContext<Brand>()
/** In which the page is written. */
export const languageContext = createContext<Language>()
/** Who asks; null when signed out. */
export const meContext = createContext<Me | null>()
