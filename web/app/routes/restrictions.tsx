import { LegalText, restrictions } from '#web/features/brands/index.ts'
import english from '#web/messages/en/pages/restrictions.json'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english)

export default function Page() {
  return <LegalText document={restrictions} />
}
