export const loadPreview = () => import('./preview-dialog.tsx')
