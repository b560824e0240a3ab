export { CreatePage } from './components/create-page.tsx'
export { SourceField } from './source/source-field.tsx'
export { SourceSettings } from './source/source-settings.tsx'
