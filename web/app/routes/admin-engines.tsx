import { EnginesPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('engines')
export const loader = gateOfConsole('engines')

export default EnginesPage
