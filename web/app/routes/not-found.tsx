import { data } from 'react-router'
import { NotFoundPage } from '../shell/error-pages.tsx'

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default NotFoundPage
