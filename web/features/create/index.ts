export { CreatePage } from './components/create-page.tsx'
export { SourceField } from './components/source-field.tsx'
export { SourceSettings } from './components/source-settings.tsx'
