/** The paths of a page and of its loader data, which React Router's script requests. */
export const requestPathsOf = (path: string) => [path, path === '/' ? '/_.data' : `${path}.data`]
