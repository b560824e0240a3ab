import { ModelsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('models')
export const loader = gateOfConsole('models')

export default ModelsPage
