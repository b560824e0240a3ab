import { BrandsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('brands')
export const loader = gateOfConsole('brands')

export default BrandsPage
