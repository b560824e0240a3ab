import { PublicationsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('publications')
export const loader = gateOfConsole('publications')

export default PublicationsPage
