import { AdminPacksPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('packs')
export const loader = gateOfConsole('packs')

export default AdminPacksPage
