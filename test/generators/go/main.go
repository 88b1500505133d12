// Calls methods of the generated client, which are found by the names of their operations: a line of JSON in, one out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	"pmx.example/calls/generated"
)

type request struct {
	Operation string         `json:"operation"`
	Values    map[string]any `json:"values"`
	Body      any            `json:"body"`
}

type reply struct {
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
}

// main takes the address of the daemon, and requests at its standard input.
func main() {
	client, err := generated.NewClientWithResponses(os.Args[1])
	if err != nil {
		panic(err)
	}
	methods := map[string]reflect.Value{}
	kind := reflect.TypeOf(client)
	for index := range kind.NumMethod() {
		if name, isCall := strings.CutSuffix(kind.Method(index).Name, "WithResponse"); isCall {
			methods[plain(name)] = reflect.ValueOf(client).Method(index)
		}
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		answer := reply{}
		if answer.Value, err = call(methods[plain(asked.Operation)], asked); err != nil {
			answer = reply{Error: err.Error()}
		}
		text, err := json.Marshal(answer)
		if err != nil {
			text, _ = json.Marshal(reply{Error: err.Error()})
		}
		fmt.Println(string(text))
	}
}

// call gives a method its context, the places of the path as texts, its parameters and its body, each by its type.
func call(method reflect.Value, asked request) (any, error) {
	if !method.IsValid() {
		return nil, fmt.Errorf("there is no method for %s", asked.Operation)
	}
	kind := method.Type()
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	for index := 1; index < kind.NumIn()-1; index++ {
		wanted := kind.In(index)
		value := reflect.New(wanted)
		var from any
		switch {
		case wanted.Kind() == reflect.String:
			from = place(asked.Values)
		case wanted.Kind() == reflect.Pointer:
			from = asked.Values
		default:
			from = asked.Body
		}
		text, err := json.Marshal(from)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, value.Interface()); err != nil {
			return nil, err
		}
		given = append(given, value.Elem())
	}
	results := method.Call(given)
	if err, isError := results[1].Interface().(error); isError {
		return nil, err
	}
	answer := results[0].Elem()
	read := answer.FieldByName("JSON200")
	if read.IsNil() {
		return nil, fmt.Errorf("no answer that was read: %s", answer.FieldByName("Body").Bytes())
	}
	return read.Interface(), nil
}

// place is what stands in the path, of which an operation here has one.
func place(values map[string]any) any {
	if exchange, isVenue := values["exchange"]; isVenue {
		return exchange
	}
	return values["feed"]
}

func plain(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}
