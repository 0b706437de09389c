/** Where a page is, and where React Router's script asks for what is loaded for it. */
export const addressesOf = (path: string) => [path, path === '/' ? '/_.data' : `${path}.data`]
