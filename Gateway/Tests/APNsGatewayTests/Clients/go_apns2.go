// Go's apns2 (github.com/sideshow/apns2), unchanged: the answers of a gateway, a line each.
//
//	go_apns2 token|certificate FILE|once NAME
package main

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/sideshow/apns2"
	"github.com/sideshow/apns2/certificate"
	"github.com/sideshow/apns2/token"
)

const identifier = "123e4567-e89b-42d3-a456-426614174000"

var host = "https://localhost:" + os.Getenv("PORT")

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func tokenClient(keyIdentifier string) *apns2.Client {
	key, err := token.AuthKeyFromFile(os.Getenv("KEY"))
	check(err)
	client := apns2.NewTokenClient(
		&token.Token{AuthKey: key, KeyID: keyIdentifier, TeamID: os.Getenv("TEAM")})
	client.Host = host
	return client
}

func notification(changes ...func(*apns2.Notification)) *apns2.Notification {
	one := &apns2.Notification{
		DeviceToken: os.Getenv("TOKEN"), Topic: os.Getenv("TOPIC"),
		Payload: []byte(`{"aps":{"alert":"Tea"}}`)}
	for _, change := range changes {
		change(one)
	}
	return one
}

func tell(name string, client *apns2.Client, changes ...func(*apns2.Notification)) {
	response, err := client.Push(notification(changes...))
	check(err)
	reason := response.Reason
	if reason == "" {
		reason = "-"
	}
	line := fmt.Sprint(name, " ", response.StatusCode, " ", reason)
	if response.ApnsID == identifier {
		line += " same"
	}
	if !response.Timestamp.IsZero() {
		line += fmt.Sprint(" since ", response.Timestamp.Year() >= 2026)
	}
	fmt.Println(line)
}

func tokens() {
	client := tokenClient(os.Getenv("KEY_ID"))
	tell("ok", client, func(n *apns2.Notification) { n.ApnsID = identifier })
	tell("id", client, func(n *apns2.Notification) { n.ApnsID = "tea" })
	tell("topic", client, func(n *apns2.Notification) { n.Topic = "org.example.other" })
	tell("no-topic", client, func(n *apns2.Notification) { n.Topic = "" })
	tell("disallowed", client, func(n *apns2.Notification) {
		n.DeviceToken, n.Topic = os.Getenv("FOREIGN_TOKEN"), os.Getenv("FOREIGN_TOPIC")
	})
	tell("token", client, func(n *apns2.Notification) { n.DeviceToken = strings.Repeat("0", 64) })
	tell("no-token", client, func(n *apns2.Notification) { n.DeviceToken = "" })
	tell("collapse", client, func(n *apns2.Notification) { n.CollapseID = strings.Repeat("x", 65) })
	tell("priority", client, func(n *apns2.Notification) { n.Priority = 7 })
	tell("type", client, func(n *apns2.Notification) { n.PushType = "tea" })
	tell("background", client, func(n *apns2.Notification) {
		n.PushType, n.Priority = apns2.PushTypeBackground, apns2.PriorityHigh
	})
	tell("large", client, func(n *apns2.Notification) {
		n.Payload = map[string]string{"padding": strings.Repeat("x", 5000)}
	})
	tell("key", tokenClient("NOSUCHKEY0"))
	unsigned := tokenClient(os.Getenv("KEY_ID"))
	unsigned.Token = nil
	tell("unsigned", unsigned)
	tell("again", client)
	many(client)
}

// 500 at once over one connection.
func many(client *apns2.Client) {
	var group sync.WaitGroup
	results := make(chan bool, 500)
	for i := 0; i < 500; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			response, err := client.Push(notification())
			results <- err == nil && response.Sent()
		}()
	}
	group.Wait()
	close(results)
	sent := 0
	for result := range results {
		if result {
			sent++
		}
	}
	fmt.Println("many", sent)
}

func certificates(file string) {
	pair, err := certificate.FromPemFile(file, "")
	check(err)
	client := apns2.NewClient(pair)
	client.Host = host
	tell("certificate", client)
	tell("certificate-default-topic", client, func(n *apns2.Notification) { n.Topic = "" })
	tell("certificate-disallowed", client, func(n *apns2.Notification) {
		n.DeviceToken, n.Topic = os.Getenv("FOREIGN_TOKEN"), os.Getenv("FOREIGN_TOPIC")
	})
	many(client)
}

func main() {
	switch os.Args[1] {
	case "token":
		tokens()
	case "certificate":
		certificates(os.Args[2])
	case "once":
		tell(os.Args[2], tokenClient(os.Getenv("KEY_ID")))
	}
}
