import { FavoritesPage } from '#web/features/explore/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/explore-favorites.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe('explore_images')

export default function ExploreFavorites() {
  return (
    <Page>
      <FavoritesPage />
    </Page>
  )
}
