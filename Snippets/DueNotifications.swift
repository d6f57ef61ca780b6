// A whole service: it schedules a notification and says what is due.

import NotificationScheduling
import NotificationStorage
import NotificationTypes

let schedule = try NotificationSchedule.standard(check: .integrity)
try schedule.add(
  NotificationRequest(
    identifier: "tea", app: "org.example.kitchen", content: .init(title: "Tea is ready"),
    trigger: .timeInterval(try TimeIntervalTrigger(.seconds(300)))))
let scheduler = Scheduler(for: schedule) { due in
  print(due.request.content.title)
}
try await scheduler.run()
