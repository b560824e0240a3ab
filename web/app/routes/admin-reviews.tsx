import { ReviewsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('reviews')
export const loader = gateOfConsole('reviews')

export default ReviewsPage
