import { Deferred } from '#web/ui/deferred.tsx'
import type { Promoted } from '../lib/promoted-price.ts'

const load = () => import('../promotion/promoted-text.tsx').then(({ PromotedText }) => PromotedText)

/** Price with a promotion, as a line below the price; the component's code is loaded with the first promotion. */
export const PromotionPrice = (props: Promoted) => <Deferred load={load} props={props} />
