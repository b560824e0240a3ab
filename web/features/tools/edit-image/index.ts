export { EditImagePage } from './edit-image-page.tsx'
export { NoEditor } from './no-editor.tsx'
