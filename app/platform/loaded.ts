/** Of the element with what was loaded for the page. */
export const loadedId = 'loaded'
