import { use } from 'react'
import type { RootData } from '#web/lib/site.ts'
import source from '../keep-place.js?raw'
import { NonceContext } from '../nonce.ts'
import { withoutComments } from './without-comments.ts'

/** Keeps the place of the line that offers another language; rendered on the server alone, so the page's code is no larger for it. */
export function PlaceScript({ languageOffers, me }: Pick<RootData, 'languageOffers' | 'me'>) {
  const nonce = use(NonceContext)
  if (me?.language || languageOffers.length === 0) return null
  return (
    <script
      nonce={nonce}
      data-languages={languageOffers.map(({ code }) => code).join(' ')}
      dangerouslySetInnerHTML={{ __html: withoutComments(source) }}
    />
  )
}
