/** Whether the browser itself sent the form, without script: it wants to be sent on to a page. */
export const isPlainForm = (request: Request) => request.headers.get('Accept')?.includes('text/html') ?? false
