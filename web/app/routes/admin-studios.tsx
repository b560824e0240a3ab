import { AdminStudiosPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('studios')
export const loader = gateOfConsole('studios')

export default AdminStudiosPage
