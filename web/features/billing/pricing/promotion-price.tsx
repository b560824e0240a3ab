import { Deferred } from '#web/ui/deferred.tsx'
import type { Promoted } from '../lib/promoted-price.ts'

const load = () => import('../promotion/promoted-text.tsx').then(({ PromotedText }) => PromotedText)

/** What a promotion makes of a price, as a line below it; its code comes with the first promotion. */
export const PromotionPrice = (props: Promoted) => <Deferred load={load} props={props} />
