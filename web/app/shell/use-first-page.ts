import { pageOfFeature } from '#brands/index.ts'
import { useSite } from '#web/lib/site.ts'

/** Where a new account goes first: the create page, or the brand's own landing page. */
export function useFirstPage(): string {
  const { site, has } = useSite()
  const create = has('text_to_image') ? pageOfFeature('text_to_image') : null
  return create ?? site.defaultLoggedInLanding
}
