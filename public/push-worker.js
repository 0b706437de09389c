// Shows a notice that came by push, and opens it when it is pressed. It keeps nothing and answers no requests.
self.addEventListener('push', (event) => {
  const { id, title, text } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag: id, icon: '/favicon.svg', data: { id } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(`/notices/${event.notification.data.id}`))
})
