import APNsGateway
import ArgumentParser

@main
struct TocsinGateway: ParsableCommand {
}
