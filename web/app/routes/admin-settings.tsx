import { SettingsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('settings')
export const loader = gateOfConsole('settings')

export default SettingsPage
